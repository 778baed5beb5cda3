import { CannotStart, type Environment, readText } from './settings.ts'

/**
 * Returns the address at which push services reach the operator (RFC 8292, `sub`): PUSH_CONTACT, or
 * else PUBLIC_URL, or the mail sender. Throws {@link CannotStart}.
 */
export function readPushContact(env: Environment, publicUrl: URL | null): string {
  const value = readText(env, 'PUSH_CONTACT')
  if (value === null) {
    if (publicUrl?.protocol === 'https:') return publicUrl.href
    return `mailto:${readText(env, 'MAIL_FROM') ?? 'operator@flipside.invalid'}`
  }
  const url = URL.parse(value)
  if (url?.protocol === 'https:' || (url?.protocol === 'mailto:' && url.pathname.includes('@'))) return value
  throw new CannotStart(
    `PUSH_CONTACT must be an address such as mailto:operator@flipside.example or https://flipside.example, not "${value}".`,
  )
}
