/** Readiness paths: 200 while requests can be served. For load balancers. */
export const READINESS_PATHS = ['/readyz', '/healthz', '/api/health']
/** The liveness path: 200 while the process responds. For supervisors. */
export const LIVENESS_PATH = '/livez'

/** Returns whether a path is requested every few seconds by load balancers and supervisors. */
export const isCheck = (path: string): boolean => path === LIVENESS_PATH || READINESS_PATHS.includes(path)
