export { findDeletion, insertFormerName } from './former-names.ts'
export { joinMember } from './join.ts'
export { hashPassword, isPasswordOf } from './password.ts'
export { deleteOldPasswordResets, insertPasswordReset } from './password-resets.ts'
export { listPictures } from './pictures/store.ts'
export { toProfiles } from './profile.ts'
export { checkNewName, musicPage, SENT_AGAIN_MS } from './rules.ts'
export { searchMembers } from './search.ts'
export {
  addSwag,
  findMember,
  findPasswordForShare,
  getMember,
  getMemberOrNameless,
  insertFollow,
  listMembersById,
  type MemberRow,
} from './store.ts'
export { canSee, canSeeListening } from './who-sees.ts'
