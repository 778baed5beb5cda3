import { createHash } from 'node:crypto'

/** Returns a text's MD5 in hexadecimal, as the protocols of music services use it. */
export const md5 = (text: string): string => createHash('md5').update(text, 'utf8').digest('hex')
