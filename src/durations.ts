export const dayMs = 24 * 3600_000
