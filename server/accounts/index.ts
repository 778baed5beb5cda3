export { joinMember } from './join.ts'
export { hashPassword } from './password.ts'
export { deleteOldPasswordResets, insertPasswordReset } from './password-resets.ts'
export { checkNewName, musicPage } from './rules.ts'
export { searchMembers } from './search.ts'
export {
  addSwag,
  findMember,
  getMember,
  insertFollow,
  type MemberRow,
} from './store.ts'
export { canSee, canSeeListening } from './who-sees.ts'
