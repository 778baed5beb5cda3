import { expect, test } from 'vitest'
import { pictureAddress } from './picture-address.ts'

test('a picture elsewhere is asked for over https only', () => {
  expect(pictureAddress('https://host.example/ada.jpg')).toBe('https://host.example/ada.jpg')
  for (const address of [
    'http://host.example/ada.jpg',
    'data:image/png;base64,AAAA',
    '//host.example/a',
    'a.jpg',
    '',
  ]) {
    expect([address, pictureAddress(address)]).toEqual([address, undefined])
  }
  expect(pictureAddress(null)).toBeUndefined()
  expect(pictureAddress(undefined)).toBeUndefined()
})

test('an uploaded picture is asked for where the API is', () => {
  expect(pictureAddress('/pictures/abc/sm')).toBe('/pictures/abc/sm')
  expect(pictureAddress('/pictures/abc/sm', 'https://api.example')).toBe('https://api.example/pictures/abc/sm')
})
