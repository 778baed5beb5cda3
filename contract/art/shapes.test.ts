import { expect, test } from 'vitest'
import { vinyl } from './colours.ts'
import { toSvg } from './shapes.ts'

const size = { width: 100, height: 50 }
const track = { artist: 'Lamplight Parade', title: 'Night Bus' }

test('a picture has its size and its shapes in their order', () => {
  const svg = toSvg(size, [
    { kind: 'box', x: 1, y: 2, width: 3, height: 4, fill: '#111111' },
    { kind: 'disc', x: 5, y: 6, radius: 7, fill: '#222222' },
  ])
  expect(svg).toBe(
    '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="50"><rect x="1" y="2" width="3" height="4" rx="0" fill="#111111"/><circle cx="5" cy="6" r="7" fill="#222222"/></svg>',
  )
})

test('a record reaches a third of its sleeve beyond it, unless another width is given', () => {
  const record = { kind: 'record', x: 10, y: 0, size: 100, ...track } as const
  expect(toSvg(size, [record])).toContain(`cx="97" cy="50" r="46" fill="${vinyl.disc}"`)
  expect(toSvg(size, [{ ...record, reach: 1.46 }])).toContain('cx="110" cy="50" r="46"')
})

test('each sleeve is clipped by its own path', () => {
  const sleeve = { kind: 'sleeve', x: 0, y: 0, size: 10, ...track } as const
  const svg = toSvg(size, [sleeve, sleeve])
  expect([...svg.matchAll(/clipPath id="(\w+)"/g)].map(([, id]) => id)).toEqual(['sleeve0', 'sleeve1'])
})

test('names never become markup', () => {
  expect(toSvg(size, [{ kind: 'sleeve', x: 0, y: 0, size: 10, artist: '<script>', title: '"/>' }])).not.toMatch(
    /script/,
  )
})
