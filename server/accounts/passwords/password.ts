import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify<'argon2id', Argon2Parameters, Buffer>(argon2)

/**
 * The second choice for argon2id in OWASP's password storage cheat sheet: 19 MiB, two passes, one
 * lane.
 */
const COST = { memory: 19_456, passes: 2, parallelism: 1 } as const
/** The beginning of a hash with this cost, in PHC format. */
const CURRENT_COST = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}`
const SALT_BYTES = 16
const TAG_BYTES = 32
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

/** Returns a password's hash as a string in PHC format, with its salt and cost. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await derive('argon2id', { message: normalize(password), nonce: salt, tagLength: TAG_BYTES, ...COST })
  return `${CURRENT_COST}$${base64(salt)}$${base64(tag)}`
}

/** Returns whether a hash has another cost than new ones. It is replaced at the next log-in. */
export function isOutdatedHash(hash: string): boolean {
  return !hash.startsWith(`${CURRENT_COST}$`)
}

/**
 * Returns whether `password` matches `hash`. Without a hash it takes equally long and returns
 * false, so that the response time does not reveal which names exist.
 */
export async function verifyPassword(hash: string | null | undefined, password: string): Promise<boolean> {
  const [, memory, passes, parallelism, salt, tag] = PHC.exec(hash ?? DUMMY_HASH) ?? []
  const expected = Buffer.from(tag ?? '', 'base64')
  const found = await derive('argon2id', {
    message: normalize(password),
    nonce: Buffer.from(salt ?? '', 'base64'),
    tagLength: expected.length,
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  return timingSafeEqual(found, expected) && hash !== null && hash !== undefined
}

/** Normalizes accents, which some keyboards compose and others do not. */
const normalize = (password: string) => password.normalize('NFKC')

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '')

const DUMMY_HASH = `${CURRENT_COST}$${'A'.repeat(22)}$${'A'.repeat(43)}`
