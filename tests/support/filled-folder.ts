import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { aFolder, aServerProcess } from './server-process.ts'

let template: string | undefined

/**
 * Fills a folder, by default one for this test, with data without members by copying a template: a
 * server over an empty folder takes several times as long to start.
 */
export async function aFilledFolder(folder = aFolder()): Promise<string> {
  template ??= await createTemplate()
  mkdirSync(folder, { recursive: true })
  execFileSync('cp', ['-a', `${template}/.`, folder])
  return folder
}

async function createTemplate(): Promise<string> {
  const folder = mkdtempSync('/tmp/flipside-template-')
  chmodSync(folder, 0o755)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const server = await aServerProcess({ dataDir: folder })
  await server.kill('SIGTERM')
  return folder
}
