import { expect, test } from 'vitest'
import { isOneEmoji } from './emoji.ts'

test.each(['❤️', '❤', '😂', '👍🏽', '👨‍👩‍👧‍👦', '🇨🇭', '🏴󠁧󠁢󠁷󠁬󠁳󠁿', '1️⃣', '🎧', Array(11).fill('👨').join('\u200d')])(
  '%s is one emoji',
  (text) => {
    expect(isOneEmoji(text)).toBe(true)
  },
)

test.each([
  ['no text', ''],
  ['a letter', 'a'],
  ['a digit', '5'],
  ['two emoji', '😂😂'],
  ['an emoji with a text', '😂 ok'],
  ['a text with an emoji', 'ok😂'],
  ['half a flag', '🇨'],
  ['an emoji with stacked accents', '😂\u0301\u0301'],
  ['a joiner alone', '\u200d'],
  ['an endless family', '👨\u200d'.repeat(20)],
  ['markup', '<b>'],
])('%s is not one emoji', (_, text) => {
  expect(isOneEmoji(text)).toBe(false)
})
