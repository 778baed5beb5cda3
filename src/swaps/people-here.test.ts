import { expect, test } from 'vitest'
import { peopleHere } from './people-here.ts'

test('each person is offered once, with what any place knows of them', () => {
  const known = [
    { name: 'mirelle' },
    { name: 'bo', swag: 7 },
    { name: 'Mirelle', swag: 128, picture: 'https://x.example/m' },
  ]
  expect(peopleHere(known, 'ada')).toEqual([
    { username: 'mirelle', profileImage: 'https://x.example/m', swag: 128 },
    { username: 'bo', profileImage: '', swag: 7 },
  ])
})

test('nobody is offered themselves, nor System', () => {
  expect(peopleHere([{ name: 'ADA' }, { name: 'System' }], 'ada')).toEqual([])
})

test('swag that no place knows stays unknown, and one that is 0 stays 0', () => {
  const known = [{ name: 'bo' }, { name: 'cy', swag: 0 }, { name: 'cy', swag: 4 }]
  expect(peopleHere(known, 'ada').map(({ swag }) => swag)).toEqual([undefined, 0])
})
