import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dark, light } from './palette.ts'
import { parseThemeChoice } from './theme-choice.ts'

test('a stored theme is taken; anything else follows the system', () => {
  expect(parseThemeChoice('dark')).toBe('dark')
  expect(parseThemeChoice('light')).toBe('light')
  for (const stored of [null, '', 'Dark', '"dark"', '{}', 'toString']) expect(parseThemeChoice(stored)).toBe('system')
})

test('the page before React knows the same two grounds', () => {
  const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
  const page = read('index.html')
  expect(page).toContain(dark.surface.ground)
  expect(page).toContain(light.surface.ground)
})
