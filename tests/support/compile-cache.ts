import { resolve } from 'node:path'

/**
 * The environment for server processes, as npm scripts and the image set it: without it every start
 * compiles 360 files, which takes a second.
 */
export const compileCache = { NODE_COMPILE_CACHE: resolve(import.meta.dirname, '../../.cache/node') } as const
