export default {
  lorewell: {
    input: 'openapi.json',
    output: { target: 'generated/orval.ts', client: 'fetch', baseUrl: `${process.env.LOREWELL_SERVER}/v1` },
  },
}
