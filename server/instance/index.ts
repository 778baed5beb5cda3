export { insertInvitation, type NewInvitation } from './invitations.ts'
export { admitNewMember, checkAdmission, findAdmissionProblem } from './sign-up.ts'
export { findInstanceSettings, type InstanceSettings, updateInstanceSettings } from './store.ts'
export { checkReach, mayNotify } from './strangers.ts'
