/** Text from others can't steer the terminal that shows it. */
import { describe, expect, it } from 'vitest'
import { forTerminal, lineForTerminal } from '~/platform/terminal'

describe('text for a terminal', () => {
  it('has its escapes, control characters and direction marks written out', () => {
    expect(forTerminal('a\u001b[2Jb\u009b31mc\u0007\u007f\u202ed\u2066e\u200f\rf')).toBe(
      'a\\u001b[2Jb\\u009b31mc\\u0007\\u007f\\u202ed\\u2066e\\u200f\\u000df',
    )
  })
  it('keeps letters of every script, joiners, emoji and its line breaks', () => {
    const text = 'Caf\u00e9 \u0633\u200c\u0644 \u041f\u0440\u0438\u0432\u0435\u0442 \u{1f468}\u200d\u{1f469}\nnext'
    expect(forTerminal(text)).toBe(text)
    expect(lineForTerminal(text)).toBe(text.replace('\n', '\\u000a'))
  })
  it('has the same meaning in JSON as before', () => {
    const data = { name: 'x\u001b]0;y\u0007\u202e\n', list: ['\u009b'] }
    expect(JSON.parse(forTerminal(JSON.stringify(data, null, 2)))).toEqual(data)
  })
})
