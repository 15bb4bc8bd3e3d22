/**
 * Words in a drawing whose meaning is given elsewhere. The style sheet draws them from an attribute, so that a browser
 * without styles does not show them: it would read them without order and once per screen size.
 */
type DrawnWordsProps = {
  /** The position of the line's start, middle or end, in reading direction; `y` is its baseline. */
  x: number
  y: number
  anchor?: 'start' | 'middle' | 'end'
  /** If absent, the words have the page's direction. */
  isRtl?: boolean
  /** The font size, as in the style sheet. */
  size?: number
  className?: string
  children: string
}

const width = 400
/** The line height in styles/components.css. */
const height = 24
/** How far the baseline is below the middle of a line, in font sizes. */
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
