import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes an organization file with one admin and one note, `top`; returns its path. */
export function writeBenchOrganization(directory: string, apiKey?: string): string {
  const path = join(directory, 'bench.yaml')
  const organization = {
    organization: { id: 'bench', name: 'Bench' },
    users: [{ email: 'ada@bench.test', name: 'Ada', role: 'admin', apiKey }],
    notes: [{ id: 'top', title: 'Top', content: '' }],
  }
  writeFileSync(path, JSON.stringify(organization))
  return path
}
