import { logo } from './Logo.css.ts'
import { avatarInk, dark, vinyl } from './palette.ts'

/** The mark of Flipside: a record half out of its sleeve, warm side and teal side. Decorative; the name stands beside it. */
export function Logo() {
  return (
    <svg className={logo} viewBox="0 0 100 100" aria-hidden="true">
      <circle cx="62" cy="50" r="30" fill={vinyl.disc} stroke={vinyl.edge} strokeWidth="2" />
      <circle cx="62" cy="50" r="22" fill="none" stroke={vinyl.groove} strokeWidth="2" />
      <circle cx="62" cy="50" r="10" fill={dark.side.b.fill} />
      <circle cx="62" cy="50" r="2.5" fill={avatarInk} />
      <rect x="10" y="20" width="52" height="60" rx="6" fill={dark.side.a.fill} />
      <path d="M62 26v48a6 6 0 0 1-6 6H16a6 6 0 0 1-4.9-2.6Z" fill={dark.side.b.fill} />
    </svg>
  )
}
