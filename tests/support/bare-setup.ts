import { afterAll } from 'vitest'
import { dropDatabases } from './database.ts'

// Like server-setup.ts, for test files that start no server.
afterAll(dropDatabases)
