import type { SignInOutcome } from '#contract/accounts/single-sign-on.ts'

const LINK_IT = 'Log in with your password and link it under Settings, Sign-in and security.'

const TEXTS: Readonly<Record<Exclude<SignInOutcome, 'signed_in' | 'sign_up' | 'linked'>, string>> = {
  cancelled: 'You cancelled the sign-in. Nothing has changed.',
  expired: 'The sign-in took too long, or was started in another browser. Try again.',
  invalid:
    "The provider's response couldn't be verified. Try again. If it fails again, tell the admins of this server.",
  unavailable: 'The provider has a problem. Try again later, or use your password.',
  taken: 'That account is linked to another member. Unlink it there first.',
  already_linked: 'You have linked another account already. Unlink it first.',
  suspended: "Your account is suspended. You can't link an account now.",
  closed: `No member has that account linked, and sign-up is closed on this server. Are you a member? ${LINK_IT}`,
  uninvited: `No member has that account linked, and this server needs an invitation. Are you a member? ${LINK_IT}`,
  failed: 'The sign-in failed. Try again in a minute.',
}

export const signInText = (code: string): string =>
  Object.hasOwn(TEXTS, code) ? TEXTS[code as keyof typeof TEXTS] : TEXTS.failed
