export { findDeletion, insertFormerName } from './former-names.ts'
export { joinMember } from './join.ts'
export { deleteOldAddresses } from './known-addresses.ts'
export { checkNewName } from './name-rules.ts'
export { hashPassword } from './password.ts'
export { isRightPassword } from './password-guesses.ts'
export { deleteOldPasswordResets, insertPasswordReset } from './password-resets.ts'
export { listPictures } from './pictures/store.ts'
export { toProfiles } from './profile.ts'
export { musicPage, SENT_AGAIN_MS } from './rules.ts'
export { searchMembers } from './search.ts'
export { listSessions } from './sessions.ts'
export {
  addSwag,
  findMember,
  findMemberByName,
  findPasswordForShare,
  getMember,
  getMemberOrNameless,
  insertFollow,
  listMembersById,
  type MemberRow,
} from './store.ts'
export { canSee, canSeeListening } from './who-sees.ts'
