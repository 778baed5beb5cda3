import { tooMany } from './rate-limit.ts'
import { createBusyRefusal } from './refusal.ts'

interface BodyBudgets {
  /** The maximum body bytes in memory for one address. */
  readonly address: number
  /** The maximum body bytes in memory for all addresses. */
  readonly process: number
}

/** Room for two of a player's largest submissions. Four addresses cannot use up the total. */
const BUDGETS: BodyBudgets = { address: 24_000_000, process: 128_000_000 }
const RETRY_S = 5

/** Counts request body bytes while they are read into memory, with or without a session. */
export class BodyBudget {
  readonly #budgets: BodyBudgets
  readonly #byAddress = new Map<string, number>()
  #all = 0

  constructor(budgets: BodyBudgets = BUDGETS) {
    this.#budgets = budgets
  }

  /** Adds received bytes. Throws a Refusal 429 or 503, and adds nothing, if they exceed a limit. */
  add(address: string, bytes: number): void {
    const ofAddress = (this.#byAddress.get(address) ?? 0) + bytes
    if (ofAddress > this.#budgets.address) throw tooMany('requests at once', RETRY_S)
    if (this.#all + bytes > this.#budgets.process) throw createBusyRefusal(RETRY_S)
    this.#byAddress.set(address, ofAddress)
    this.#all += bytes
  }

  /** Releases added bytes. */
  release(address: string, bytes: number): void {
    const remaining = (this.#byAddress.get(address) ?? 0) - bytes
    if (remaining > 0) this.#byAddress.set(address, remaining)
    else this.#byAddress.delete(address)
    this.#all -= bytes
  }

  get bytes(): number {
    return this.#all
  }
}
