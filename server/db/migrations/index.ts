import { accountsMigration } from './0001-accounts.ts'
import { listeningMigration } from './0002-listening.ts'
import { broadcastsMigration } from './0003-broadcasts.ts'
import { messagesMigration } from './0004-messages.ts'
import { swapsMigration } from './0005-swaps.ts'
import { demoMigration } from './0006-demo.ts'
import type { Migration } from './migration.ts'

/** All steps in order. */
export const migrations: readonly Migration[] = [
  accountsMigration,
  listeningMigration,
  broadcastsMigration,
  messagesMigration,
  swapsMigration,
  demoMigration,
]
