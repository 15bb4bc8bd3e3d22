/**
 * Words inside of a drawing whose sense is told elsewhere. They are drawn by the style sheet from an attribute, so that
 * a browser without styles, which would read them in no order and once for each size of the screen, is silent about
 * them.
 */
type DrawnWordsProps = {
  /** Where the line's beginning, middle or end stands, in the direction of reading; `y` is its base line. */
  x: number
  y: number
  anchor?: 'start' | 'middle' | 'end'
  /** Without it the words are read as the page is. */
  isRtl?: boolean
  /** The font's, as the style sheet has it. */
  size?: number
  className?: string
  children: string
}

const width = 400
/** The line's height in styles/components.css. */
const height = 24
/** How far below the middle of a line letters stand, in sizes of the font. */
const base = 0.345

export const DrawnWords = ({ x, y, anchor = 'start', isRtl, size = 13, className, children }: DrawnWordsProps) => {
  const share = anchor === 'middle' ? 0.5 : (anchor === 'start') === (isRtl === true) ? 1 : 0
  return (
    <foreignObject
      x={x - width * share}
      y={y - height / 2 - base * size}
      width={width}
      height={height}
      className={`drawn drawn-${anchor}`}
    >
      <span className={className} dir={isRtl === undefined ? undefined : isRtl ? 'rtl' : 'ltr'} data-words={children} />
    </foreignObject>
  )
}
