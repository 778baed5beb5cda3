import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkNewPassword } from './password-rules.ts'

const problemOf = (password: string, name = 'ada lovelace') => {
  try {
    checkNewPassword(password, name)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : error
  }
}

test('rejects passwords of fewer than 8 code points', () => {
  for (const short of ['1a', 'passw0r', 'tuba owl'.slice(0, 7), 'éa'.repeat(3), 'a🎧'.repeat(3), 'ﬁ'.repeat(3)])
    expect([short, problemOf(short)]).toEqual([short, 'Your password needs at least 8 characters.'])
  expect(problemOf('dragon')).toBe(
    'Your password needs at least 8 characters. This password is one of the most common. Choose another one.',
  )
  expect(problemOf('tuba-owl')).toBeUndefined()
  expect(problemOf('x2'.repeat(100))).toBeUndefined()
})

test('rejects the most common passwords in any case and width, also with a few digits or signs appended', () => {
  const common = [
    'password',
    'PassWord1',
    '12345678',
    'qwertyuiop',
    'iloveyou',
    'ｐａｓｓｗｏｒｄ',
    'dragon2024!',
    'Liverpool1',
    'йцукенгш',
    'flipside',
    'Flipside123',
    '????????',
    'zzzzzzzzzzzz',
  ]
  for (const password of common)
    expect([password, problemOf(password)]).toEqual([
      password,
      'This password is one of the most common. Choose another one.',
    ])
})

test('rejects the username as a password, also with a few digits or signs appended', () => {
  const sentence = "Your password can't be your username. Choose another one."
  for (const password of ['ada lovelace', 'ADA LOVELACE', 'Ada Lovelace1815'])
    expect(problemOf(password)).toBe(sentence)
})

test('accepts other passwords of any composition', () => {
  const good = [
    'correct horse battery staple',
    'a long password',
    'ada lovelace plays tuba',
    'Tr0ub4dor&3',
    'k7m2-9xqp-4hwz',
    'password of a quiet owl',
    '       x',
  ]
  for (const password of good) expect([password, problemOf(password)]).toEqual([password, undefined])
})

test('the list of common passwords holds 3,000 folded entries, each once', () => {
  const lines = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .trimEnd()
    .split('\n')
  expect(lines.length).toBe(3000)
  expect(new Set(lines).size).toBe(3000)
  expect(lines.filter((line) => line !== line.normalize('NFKC').toLowerCase() || line.length < 4)).toEqual([])
})
