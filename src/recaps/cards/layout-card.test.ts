import { describe, expect, test } from 'vitest'
import { RECORD_REACH } from '#contract/art/shapes.ts'
import type { PictureMark } from '#src/ui/draw-picture.ts'
import type { CardContent, CardFormat } from './card.ts'
import { cardSizes } from './card.ts'
import { layoutCard } from './layout-card.ts'

/** Every character is half as wide as the font is high. */
const measure = (text: string, font: string) => Array.from(text).length * 0.5 * Number(/(\d+)px/.exec(font)?.[1] ?? 0)

const LONG = 'An Artist With a Name That No Poster Would Ever Have Room for'
const content: CardContent = {
  title: 'My year',
  period: '30 November to 6 December 2026',
  member: 'a-member-with-a-name-of-sixty-four-characters-which-is-the-limit',
  host: 'flipside.a-rather-long-domain-of-a-community.example:3000',
  track: { title: LONG, artist: LONG },
  figures: [
    { value: '123,456', label: 'plays' },
    { value: '12,345', label: 'artists' },
    { value: '9,999', label: 'new' },
    { value: '366', label: 'days in a row' },
  ],
  artists: Array.from({ length: 5 }, (_, place) => ({ name: `${LONG} ${place}`, plays: '12,345 plays' })),
  bars: Array.from({ length: 31 }, (_, place) => place / 30),
}
const formats: readonly CardFormat[] = ['story', 'square']

/** The box that a mark covers. A text reaches from its baseline up by the height of its font. */
function toBox(mark: PictureMark) {
  if (mark.kind === 'box')
    return { left: mark.x, right: mark.x + mark.width, top: mark.y, bottom: mark.y + mark.height }
  if (mark.kind === 'sleeve' || mark.kind === 'record')
    return {
      left: mark.x,
      right: mark.x + mark.size * (mark.kind === 'record' ? (mark.reach ?? RECORD_REACH) : 1),
      top: mark.y,
      bottom: mark.y + mark.size,
    }
  if (mark.kind === 'text') {
    const width = Math.min(mark.width, measure(mark.text, mark.font))
    const left = mark.align === 'right' ? mark.x - width : mark.x
    const height = Number(/(\d+)px/.exec(mark.font)?.[1] ?? 0)
    return { left, right: left + width, top: mark.y - height * 0.8, bottom: mark.y + height * 0.25 }
  }
  return {
    left: mark.x - mark.radius,
    right: mark.x + mark.radius,
    top: mark.y - mark.radius,
    bottom: mark.y + mark.radius,
  }
}

describe.each(formats)('a card as %s', (format) => {
  const { width, height } = cardSizes[format]

  test('everything is within the image', () => {
    for (const mark of layoutCard(content, format)) {
      const { left, right, top, bottom } = toBox(mark)
      expect([left >= 0, right <= width, top >= 0, bottom <= height], JSON.stringify(mark)).toEqual([
        true,
        true,
        true,
        true,
      ])
    }
  })

  test('no text covers another one, with the longest names', () => {
    const texts = layoutCard(content, format).filter((mark) => mark.kind === 'text')
    for (const [place, one] of texts.entries())
      for (const other of texts.slice(place + 1)) {
        const [a, b] = [toBox(one), toBox(other)]
        const isCovered = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
        expect(isCovered, `${one.text} | ${other.text}`).toBe(false)
      }
  })

  test('a card without tracks and artists is drawn', () => {
    const marks = layoutCard({ ...content, track: undefined, artists: [], bars: [] }, format)
    expect(marks.some((mark) => mark.kind === 'sleeve' || mark.kind === 'record')).toBe(false)
  })
})
