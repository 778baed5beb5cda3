/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** The host that speaks the contract; empty or absent: the page's own origin. */
  readonly VITE_API_HOST?: string
}
