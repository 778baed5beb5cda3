import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import * as v from 'valibot'

const PACKAGE = resolve(import.meta.dirname, '../../package.json')

export const { version: VERSION } = v.parse(
  v.object({ version: v.string() }),
  JSON.parse(readFileSync(PACKAGE, 'utf8')),
)
