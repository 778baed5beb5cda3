import { endpointName, type Visibility } from '#contract/endpoint.ts'
import { endpoints } from '#contract/endpoints.ts'

const UNRESTRICTED: ReadonlySet<Visibility> = new Set(['own', 'admins', 'everyone'])

/**
 * Endpoints that involve other members, by name. `own`, `admins` and `everyone` need no row in the
 * block and privacy tables.
 */
export const visibilityByEndpoint: Readonly<Record<string, Visibility>> = Object.fromEntries(
  endpoints
    .filter(({ visibility }) => !UNRESTRICTED.has(visibility))
    .map((endpoint) => [endpointName(endpoint), endpoint.visibility]),
)
