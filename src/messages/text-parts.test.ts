import { expect, test } from 'vitest'
import { isEmojiAlone, textParts } from './text-parts.ts'

test('an address in a sentence can be followed, without the full stop', () => {
  expect(textParts('see https://music.example/night-bus. Really')).toEqual([
    { text: 'see ' },
    { text: 'https://music.example/night-bus', href: 'https://music.example/night-bus' },
    { text: '. Really' },
  ])
})

test('brackets around an address stay outside, those of its own inside', () => {
  expect(textParts('(http://a.example/x)').map((it) => it.href)).toEqual([undefined, 'http://a.example/x', undefined])
  expect(textParts('http://a.example/Night_(song)')).toEqual([
    { text: 'http://a.example/Night_(song)', href: 'http://a.example/Night_(song)' },
  ])
})

test.each(['javascript:alert(1)', 'data:text/html,hi', 'JAVASCRIPT:https', 'https://', 'www.example.com'])(
  '%s stays text',
  (message) => {
    expect(textParts(message)).toEqual([{ text: message }])
  },
)

test('tags are text like any other', () => {
  expect(textParts('<b>no</b> https://a.example/<script>')).toEqual([
    { text: '<b>no</b> ' },
    { text: 'https://a.example/', href: 'https://a.example/' },
    { text: '<script>' },
  ])
})

test('a few emoji alone are shown large, with words or digits they are not', () => {
  expect(['🎧', '👩🏽‍🎤', '🇫🇷 🎧', '❤️'].map(isEmojiAlone)).toEqual([true, true, true, true])
  expect(['12', 'ok 🎧', '', '🎧🎧🎧🎧🎧🎧🎧🎧🎧'].map(isEmojiAlone)).toEqual([false, false, false, false])
})
