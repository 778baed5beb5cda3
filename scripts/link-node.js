/**
 * Runs after `npm ci`: npm 9, which Debian 12 and 13 have, leaves out the link to the Node of the
 * lock file, because two packages, one for each platform, contain a program of that name.
 * JavaScript, because a Node that is too old cannot read TypeScript.
 */
import { existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'

const folder = new URL('../node_modules/.bin/', import.meta.url)
const link = new URL('node', folder)
const target = `../node-linux-${process.arch}/bin/node`
if (process.platform === 'linux' && existsSync(new URL(target, folder)) && !existsSync(link)) {
  mkdirSync(folder, { recursive: true })
  rmSync(link, { force: true })
  symlinkSync(target, link)
}
