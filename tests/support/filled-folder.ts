import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { afterAll } from 'vitest'
import { aFolder, aServerProcess } from './server-process.ts'

let template: string | undefined

/**
 * Creates a folder of data without members, for one test, by copying one: a server over an empty
 * folder takes several times as long to start.
 */
export async function aFilledFolder(): Promise<string> {
  template ??= await createTemplate()
  const folder = aFolder()
  execFileSync('cp', ['-a', `${template}/.`, folder])
  return folder
}

async function createTemplate(): Promise<string> {
  const folder = mkdtempSync('/tmp/flipside-template-')
  chmodSync(folder, 0o755)
  const server = await aServerProcess({ dataDir: folder })
  await server.kill('SIGTERM')
  return folder
}

afterAll(() => {
  if (template !== undefined) rmSync(template, { recursive: true, force: true })
})
