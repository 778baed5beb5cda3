import { CannotStart, type Environment, readText, readUrl } from './settings.ts'

/** Addresses that this server may request for members. */
interface AllowedAddresses {
  /** Named by the operator: may be plain http and lead anywhere. */
  readonly urls: readonly string[]
  /** Whether any https address on the public Internet is allowed. */
  readonly isAnyPublic: boolean
}

/** `public`, addresses, both, or `none`. */
export function readAllowedAddresses(env: Environment, name: string): AllowedAddresses {
  const entries = (readText(env, name) ?? 'public').split(/[\s,]+/).filter((entry) => entry !== '' && entry !== 'none')
  const urls = entries.filter((entry) => entry !== 'public')
  // Each is read like a separate setting, so that an invalid one has the same error message.
  return {
    urls: urls.map((entry) => readUrl({ [name]: entry }, name)?.href ?? ''),
    isAnyPublic: urls.length < entries.length,
  }
}

export function readOrigins(env: Environment, name: string): readonly string[] {
  const entries = (readText(env, name) ?? '').split(/[\s,]+/).filter((entry) => entry !== '')
  return entries.map((entry) => {
    const parsed = URL.parse(entry)
    if (parsed !== null && parsed.origin !== 'null' && `${parsed.origin}/` === parsed.href) return parsed.origin
    throw new CannotStart(`${name} must list origins such as https://flipside.example, not "${entry}".`)
  })
}
