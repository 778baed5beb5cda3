import { expect, test } from 'vitest'
import { isEmojiAlone, textParts } from './text-parts.ts'

test('a URL in a sentence becomes a link, without the full stop', () => {
  expect(textParts('see https://music.example/night-bus. Really')).toEqual([
    { text: 'see ' },
    { text: 'https://music.example/night-bus', href: 'https://music.example/night-bus' },
    { text: '. Really' },
  ])
})

test('brackets around a URL are outside the link, its own brackets inside', () => {
  expect(textParts('(http://a.example/x)').map((it) => it.href)).toEqual([undefined, 'http://a.example/x', undefined])
  expect(textParts('http://a.example/Night_(song)')).toEqual([
    { text: 'http://a.example/Night_(song)', href: 'http://a.example/Night_(song)' },
  ])
})

test.each(['javascript:alert(1)', 'data:text/html,hi', 'JAVASCRIPT:https', 'https://', 'www.example.com'])(
  'the message "%s" stays text',
  (message) => {
    expect(textParts(message)).toEqual([{ text: message }])
  },
)

test('HTML tags stay text', () => {
  expect(textParts('<b>no</b> https://a.example/<script>')).toEqual([
    { text: '<b>no</b> ' },
    { text: 'https://a.example/', href: 'https://a.example/' },
    { text: '<script>' },
  ])
})

test('a few emoji alone are rendered large, but not with words or digits', () => {
  expect(['🎧', '👩🏽‍🎤', '🇫🇷 🎧', '❤️'].map(isEmojiAlone)).toEqual([true, true, true, true])
  expect(['12', 'ok 🎧', '', '🎧🎧🎧🎧🎧🎧🎧🎧🎧'].map(isEmojiAlone)).toEqual([false, false, false, false])
})
