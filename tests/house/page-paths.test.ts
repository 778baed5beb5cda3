import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { PAGE_PATHS } from '#server/web/page-paths.ts'
import { movedPaths } from '#src/routes/-screens/moved-paths.ts'

const ROUTES = resolve(import.meta.dirname, '../../src/routes')

/**
 * Returns the path of a route file: `settings_.privacy.tsx` is `/settings/privacy`,
 * `dm.$username.tsx` is `/dm/$`.
 */
function pathOf(file: string): string {
  const parts = file.replace(/\.tsx$/, '').split('.')
  const segments = parts.filter((part) => part !== 'index').map((part) => part.replace(/_$/, '').replace(/^\$.*/, '$'))
  return `/${segments.join('/')}`
}

test("the server serves the app's page at the paths of its screens and at no others", () => {
  const files = readdirSync(ROUTES, { withFileTypes: true }).filter(
    (file) => file.isFile() && /^[^_-].*\.tsx$/.test(file.name),
  )
  const paths = files.map((file) => pathOf(file.name))
  expect([...PAGE_PATHS].toSorted()).toEqual([...new Set([...paths, ...movedPaths])].toSorted())
})
