/**
 * Line drawings for the empty states of messages and feedback: a letter from a satellite, two speech bubbles, a search
 * without results.
 */
import { ArtFrame } from '../empty-art'

const drawings = {
  letter: (
    <>
      <g className="art-ink">
        <rect x="34" y="34" width="52" height="34" rx="5" />
        <path d="m36 38 24 17 24-17" />
      </g>
      <path d="M60 12v12m-5-5 5 5 5-5" className="art-mango-line" />
    </>
  ),
  talk: (
    <>
      <path
        d="M18 30a7 7 0 0 1 7-7h38a7 7 0 0 1 7 7v14a7 7 0 0 1-7 7H38l-10 9v-9h-3a7 7 0 0 1-7-7z"
        className="art-ink"
      />
      <path d="M78 40h17a7 7 0 0 1 7 7v11a7 7 0 0 1-7 7h-2v8l-9-8H63a7 7 0 0 1-7-6" className="art-quiet-line" />
      <circle cx="34" cy="37" r="2.500" className="art-mango" />
      <circle cx="44" cy="37" r="2.500" className="art-mango" />
      <circle cx="54" cy="37" r="2.500" className="art-mango" />
    </>
  ),
  search: (
    <>
      <g className="art-ink">
        <circle cx="54" cy="40" r="17" />
        <path d="m67 53 13 13" />
      </g>
      <path d="M47 40h14" className="art-mango-line" />
    </>
  ),
} as const

export const NewsArt = ({ kind }: { kind: keyof typeof drawings }) => (
  <ArtFrame>
    <path d="M8 56Q60 -6 112 56" className="art-line" strokeDasharray="1 5" />
    {drawings[kind]}
  </ArtFrame>
)
