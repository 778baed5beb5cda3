export { joinMember } from './join.ts'
export { hashPassword } from './password.ts'
export { deleteOldPasswordResets, insertPasswordReset } from './password-resets.ts'
export { checkNewName, musicPage, picturesOf } from './rules.ts'
export {
  addSwag,
  findMember,
  getMember,
  insertFollow,
  type MemberRow,
  searchMembers,
  toProfile,
} from './store.ts'
