import { tooMany } from './rate-limit.ts'
import { Refusal } from './refusal.ts'

export interface BodyBudgets {
  /** Bytes of bodies that one address may have in memory at once. */
  readonly address: number
  /** Bytes of bodies that all addresses together may have in memory. */
  readonly process: number
}

/** Room for two of the longest submissions of a player; four addresses cannot take the room of all others. */
const BUDGETS: BodyBudgets = { address: 24_000_000, process: 128_000_000 }
const RETRY_S = 5

/** Counts the bytes of bodies while they are read into memory, whether their sender has a session or not. */
export class BodyBudget {
  readonly #budgets: BodyBudgets
  readonly #byAddress = new Map<string, number>()
  #all = 0

  constructor(budgets: BodyBudgets = BUDGETS) {
    this.#budgets = budgets
  }

  /** Adds bytes that have arrived. Throws a Refusal 429 or 503, and adds nothing, when they are too many at once. */
  add(address: string, bytes: number): void {
    const ofAddress = (this.#byAddress.get(address) ?? 0) + bytes
    if (ofAddress > this.#budgets.address) throw tooMany('requests at once', RETRY_S)
    if (this.#all + bytes > this.#budgets.process) {
      throw new Refusal(503, 'Flipside is busy. Please try again.', 'busy', { retryAfterSeconds: RETRY_S })
    }
    this.#byAddress.set(address, ofAddress)
    this.#all += bytes
  }

  /** Gives back what was added. */
  release(address: string, bytes: number): void {
    const left = (this.#byAddress.get(address) ?? 0) - bytes
    if (left > 0) this.#byAddress.set(address, left)
    else this.#byAddress.delete(address)
    this.#all -= bytes
  }

  get bytes(): number {
    return this.#all
  }
}
