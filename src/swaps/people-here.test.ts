import { expect, test } from 'vitest'
import { peopleHere } from './people-here.ts'

test('each person is listed once, with the fields of every source', () => {
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

test('the user, System and deleted members are not listed', () => {
  expect(peopleHere([{ name: 'ADA' }, { name: 'System' }, { name: 'Deleted member 31' }], 'ada')).toEqual([])
})

test('swag unknown to every source stays unknown, and swag of 0 stays 0', () => {
  const known = [{ name: 'bo' }, { name: 'cy', swag: 0 }, { name: 'cy', swag: 4 }]
  expect(peopleHere(known, 'ada').map(({ swag }) => swag)).toEqual([undefined, 0])
})
