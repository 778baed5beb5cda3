import { expect, test } from 'vitest'
import { nameSkeleton } from '#server/db/name-skeleton.ts'
import { checkNewName } from './name-rules.ts'

const problemOf = (name: string) => {
  try {
    checkNewName(name)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : error
  }
}

test('accepts names of Last.fm and ListenBrainz in any one alphabet, with digits and punctuation', () => {
  const names = [
    'rj',
    'A_b-9',
    'Señor Ñandú',
    'name.with.dots',
    'ユーザー',
    '田中さん_99',
    'Иван',
    'Αθηνά7',
    'محمد',
    'דוד',
    '김철수',
    'ไทย',
    'देवी',
    'x'.repeat(64),
  ]
  const likeRoles = [
    'supporter of ada',
    'modest',
    'helpless',
    'themodernist',
    'systematic',
    'security-blanket',
    'a-team',
    'rooted',
    'badminton',
    'sideflip',
  ]
  for (const name of [...names, ...likeRoles]) expect([name, problemOf(name)]).toEqual([name, undefined])
})

test('rejects names of one character, with invisible characters or with those of a path', () => {
  const unfit = 'Your username can have letters, digits, punctuation and single spaces.'
  expect(problemOf('a')).toBe('Your username needs at least 2 characters.')
  for (const name of [
    'a/b',
    'a\u202eb',
    '@@ada',
    'a  b',
    'ad\u3164a',
    'a\u0301\u0302\u0303\u0304da',
    '\u0301ada',
    'ad\u00ada',
    'ada\ufe0f',
  ])
    expect([name, problemOf(name)]).toEqual([name, unfit])
})

test('rejects names of digits alone in any script', () => {
  for (const name of ['17', '0042', '１７', '٤٢', '①②'])
    expect([name, problemOf(name)]).toEqual([name, 'Your username needs a letter: digits alone are not enough.'])
})

test('rejects names with mixed alphabets except those of East Asia', () => {
  for (const name of ['аdmin', 'Flіpside', 'pаypal', 'αda', 'Ada Иван', 'дαda'])
    expect([name, problemOf(name)]).toEqual([
      name,
      'Your username mixes letters of different alphabets. Use one of them.',
    ])
  for (const name of ['DJ 田中', 'taroたろう', 'kim김']) expect([name, problemOf(name)]).toEqual([name, undefined])
})

test("rejects names that resemble the operator's, also with digits, punctuation and look-alikes", () => {
  const plain = [
    'System',
    'ＳＹＳＴＥＭ',
    'admin',
    'ADMIN',
    'administrator',
    'support',
    'moderator',
    'flipside',
    'staff',
    'help',
    'security',
    'official',
  ]
  const around = [
    'admin1',
    'admin_',
    '_admin_',
    '1admin',
    'admin-2026',
    'support-team',
    'the.admin',
    'Flipside Support',
    'flipside_news',
    'official-flipside',
    'adminteam',
    'myflipside',
  ]
  const spelled = [
    '4dm1n',
    '$upport',
    'syst3m',
    'fl1pside',
    'FlipsIde',
    'supp0rt',
    'adrnin',
    'Мod'.replace('М', 'M'),
    'admın',
  ]
  const others = ['Track-Swap', 'undefined', 'Deleted member 7']
  for (const name of [...plain, ...around, ...spelled, ...others])
    expect([name, problemOf(name)]).toEqual([name, 'This username is reserved. Choose another one.'])
})

test('names that look alike have the same skeleton', () => {
  const pairs = [
    ['paypal', 'PaypaI'],
    ['ada', 'аԁа'],
    ['scope', 'ѕсоре'],
    ['boo', 'bo0'],
    ['Burns', 'bums'],
    ['hello1', 'hellol'],
    ['Señor', 'SEN\u0303OR'],
    ['KOPA', 'КОРА'],
  ]
  for (const [one, other] of pairs) expect([one, nameSkeleton(one ?? '')]).toEqual([one, nameSkeleton(other ?? '')])
  expect(new Set(['ada', 'adá', 'bo', 'Иван', 'ivan', 'ユーザー', 'nab-b', 'nab'].map(nameSkeleton)).size).toBe(8)
})
