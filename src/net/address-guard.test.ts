import { describe, expect, it } from 'vitest'
import { createAddressGuard, isPublicAddress, isPublicOrLocalAddress, type ResolveHost } from './address-guard.ts'

const addresses: Record<string, string[]> = {
  'hooks.example.com': ['93.184.215.14', '2606:2800:21f:cb07:6820:80da:af6b:8b2c'],
  'inside.example.com': ['10.1.2.3'],
  'loop.example.com': ['127.0.0.1'],
  'metadata.example.com': ['169.254.169.254'],
  'six.example.com': ['::1'],
  'mapped.example.com': ['::ffff:10.0.0.1'],
  'mixed.example.com': ['93.184.215.14', '192.168.0.1'],
  'mixed-six.example.com': ['93.184.215.14', 'fe80::1'],
}

const resolve: ResolveHost = async (name) => {
  const found = addresses[name]
  if (!found) throw Object.assign(new Error(`no address for ${name}`), { code: 'ENOTFOUND' })
  return found
}

const guard = createAddressGuard({ resolve })

describe('validateUrl', () => {
  it.each([
    'https://hooks.example.com/path?token=1#part',
    'http://hooks.example.com:8443/',
    'https://8.8.8.8/hook',
    'https://[2606:4700:4700::1111]:444/hook',
    'https://HOOKS.EXAMPLE.COM/',
  ])('finds nothing wrong with %s', async (url) => {
    expect(await guard.validateUrl(url)).toBeUndefined()
  })

  it('does not refuse a name that has no address yet: the connection is checked again', async () => {
    expect(await guard.validateUrl('https://not-yet.example.com/')).toBeUndefined()
  })

  it('does not wait for a name server that does not answer', async () => {
    const silent = createAddressGuard({ resolve: () => new Promise(() => {}), resolveTimeoutMs: 1 })
    expect(await silent.validateUrl('https://hooks.example.com/')).toBeUndefined()
  })

  it.each([
    ['loopback', 'http://127.0.0.1/'],
    ['loopback, shortened', 'http://127.1/'],
    ['loopback, decimal', 'http://2130706433/'],
    ['loopback, octal', 'http://0177.0.0.1/'],
    ['loopback, octal as one number', 'http://017700000001/'],
    ['loopback, hex', 'http://0x7f.0.0.1/'],
    ['loopback, hex as one number', 'http://0x7f000001/'],
    ['loopback, mixed', 'http://0x7f.0.1/'],
    ['loopback with a trailing dot', 'http://127.0.0.1./'],
    ['loopback in full-width digits', 'http://１２７.０.０.１/'],
    ['loopback with ideographic dots', 'http://127。0。0。1/'],
    ['loopback in circled digits', 'http://①②⑦.⓪.⓪.①/'],
    ['loopback, percent-encoded', 'http://%31%32%37.0.0.1/'],
    ['loopback with tabs inside', 'http://127.0\t.0.1/'],
    ['zero', 'http://0/'],
    ['zero, dotted', 'http://0.0.0.0/'],
    ['private', 'http://10.0.0.1/'],
    ['private, decimal', 'http://167772161/'],
    ['private, octal', 'http://0300.0250.1.1/'],
    ['private, hex', 'http://0xac.0x10.0.1/'],
    ['private', 'http://192.168.1.1:8080/'],
    ['carrier-grade NAT', 'http://100.64.0.1/'],
    ['metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['metadata, decimal', 'http://2852039166/'],
    ['metadata, hex', 'http://0xa9fea9fe/'],
    ['metadata, octal', 'http://0251.0376.0251.0376/'],
    ['metadata by name', 'http://metadata.google.internal/'],
    ['link-local', 'http://169.254.1.1/'],
    ['multicast', 'http://224.0.0.1/'],
    ['broadcast', 'http://255.255.255.255/'],
    ['loopback IPv6', 'http://[::1]/'],
    ['loopback IPv6 at length', 'http://[0:0:0:0:0:0:0:1]/'],
    ['unspecified IPv6', 'http://[::]/'],
    ['mapped loopback', 'http://[::ffff:127.0.0.1]/'],
    ['mapped loopback, hex', 'http://[::ffff:7f00:1]/'],
    ['mapped metadata', 'http://[::ffff:169.254.169.254]/'],
    ['compatible', 'http://[::127.0.0.1]/'],
    ['NAT64', 'http://[64:ff9b::10.0.0.1]/'],
    ['6to4', 'http://[2002:7f00:1::]/'],
    ['unique-local', 'http://[fd00:ec2::254]/'],
    ['link-local IPv6', 'http://[fe80::1]/'],
    ['localhost', 'http://localhost:3000/'],
    ['localhost in capitals with a dot', 'http://LOCALHOST./'],
    ['below localhost', 'http://app.localhost/'],
    ['local name', 'http://printer.local/'],
    ['home network', 'http://nas.home.arpa/'],
    ['a name inside', 'http://inside.example.com/'],
    ['a name of loopback', 'http://loop.example.com/'],
    ['a name of metadata', 'http://metadata.example.com/'],
    ['a name of IPv6 loopback', 'http://six.example.com/'],
    ['a name of a mapped address', 'http://mapped.example.com/'],
    ['a name with one private address of two', 'http://mixed.example.com/'],
    ['a name with one link-local address of two', 'http://mixed-six.example.com/'],
  ])('refuses %s: %s', async (_, url) => {
    expect(await guard.validateUrl(url)).toMatch(/^must be a public address/)
  })

  it.each([
    ['no address', 'nonsense', /absolute/],
    ['a relative address', '/hook', /absolute/],
    ['an IPv4 that is none', 'http://256.0.0.1/', /absolute/],
    ['an IPv6 with a zone', 'http://[fe80::1%25eth0]/', /absolute/],
    ['a file', 'file:///etc/passwd', /http or https/],
    ['gopher', 'gopher://example.com/', /http or https/],
    ['data', 'data:text/plain,hello', /http or https/],
    ['a user name', 'https://user@hooks.example.com/', /user name or password/],
    ['a password', 'https://user:secret@hooks.example.com/', /user name or password/],
    ['a password alone', 'https://:secret@hooks.example.com/', /user name or password/],
  ])('refuses %s', async (_, url, message) => {
    expect(await guard.validateUrl(url)).toMatch(message)
  })
})

describe('exceptions', () => {
  const open = createAddressGuard({
    resolve,
    allow: ['127.0.0.1:9000', 'Receiver.internal:80', '[::1]:9001', 'inside.example.com:443'],
  })

  it.each([
    'http://127.0.0.1:9000/hook',
    'http://2130706433:9000/hook',
    'http://receiver.internal/hook',
    'http://[::1]:9001/hook',
    'https://inside.example.com/hook',
  ])('reach %s', async (url) => {
    expect(await open.validateUrl(url)).toBeUndefined()
  })

  it('are the same at the connection, where IPv6 has no brackets', async () => {
    expect(await open.addressesFor('::1', '9001', 'http:')).toEqual(['::1'])
    await expect(open.addressesFor('::1', '9000', 'http:')).rejects.toThrow('not a public address')
  })

  it.each([
    'http://127.0.0.1:9001/hook',
    'http://127.0.0.1/hook',
    'http://127.0.0.2:9000/hook',
    'https://receiver.internal/hook',
    'http://inside.example.com/hook',
    'http://localhost:9000/hook',
  ])('do not reach beyond host and port: %s', async (url) => {
    expect(await open.validateUrl(url)).toMatch(/^must be a public address/)
  })

  it.each(['127.0.0.1', 'receiver', 'http://receiver:80', ':80', 'receiver:http'])(
    'must have the form host:port, which %s has not',
    (entry) => {
      expect(() => createAddressGuard({ allow: [entry] })).toThrow(/CALLBACK_ALLOW/)
    },
  )
})

describe('addressesFor', () => {
  it('gives every address of a public name', async () => {
    expect(await guard.addressesFor('hooks.example.com', '', 'https:')).toEqual(addresses['hooks.example.com'])
  })

  it.each(['127.0.0.1', '[::1]', '[::ffff:10.0.0.1]', 'loop.example.com', 'mixed.example.com'])(
    'fails for %s',
    async (hostname) => {
      await expect(guard.addressesFor(hostname, '80', 'http:')).rejects.toThrow('not a public address')
    },
  )

  it('fails for a name without an address', async () => {
    await expect(
      createAddressGuard({ resolve: async () => [] }).addressesFor('none.example.com', '80', 'http:'),
    ).rejects.toThrow('has no address')
  })
})

describe('isPublicAddress', () => {
  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.1',
    '192.0.3.1',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:80b::200e',
    '93.184.215.14',
    '2606:4700::1111',
  ])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true)
  })

  it.each([
    ['this network', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['carrier-grade NAT', '100.64.0.1'],
    ['carrier-grade NAT', '100.127.255.255'],
    ['metadata of Alibaba', '100.100.100.200'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['loopback', '127.9.9.9'],
    ['metadata', '169.254.169.254'],
    ['metadata of containers', '169.254.170.2'],
    ['link-local', '169.254.0.1'],
    ['platform service of Azure', '168.63.129.16'],
    ['metadata of Oracle', '192.0.0.192'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['benchmarks', '198.18.0.1'],
    ['benchmarks', '198.19.255.255'],
    ['AS112', '192.31.196.1'],
    ['AS112', '192.175.48.1'],
    ['multicast tunnels', '192.52.193.1'],
    ['6to4 relay', '192.88.99.1'],
    ['multicast', '224.0.0.1'],
    ['multicast', '239.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified IPv6', '::'],
    ['loopback IPv6', '::1'],
    ['loopback IPv6 at full length', '0:0:0:0:0:0:0:1'],
    ['mapped loopback', '::ffff:127.0.0.1'],
    ['mapped loopback in hex', '::ffff:7f00:1'],
    ['mapped public', '::ffff:8.8.8.8'],
    ['compatible', '::127.0.0.1'],
    ['translated', '::ffff:0:127.0.0.1'],
    ['NAT64 of public', '64:ff9b::8.8.8.8'],
    ['NAT64 of loopback', '64:ff9b::127.0.0.1'],
    ['NAT64 of loopback in hex', '64:ff9b::7f00:1'],
    ['NAT64 of private', '64:ff9b::10.0.0.1'],
    ['NAT64 of metadata', '64:ff9b::a9fe:a9fe'],
    ['local NAT64', '64:ff9b:1::8.8.8.8'],
    ['6to4 of loopback', '2002:7f00:1::'],
    ['6to4 of public', '2002:808:808::1'],
    ['Teredo', '2001:0:53aa:64c::1'],
    ['ORCHID', '2001:20::1'],
    ['documentation IPv6', '2001:db8::1'],
    ['documentation IPv6', '3fff::1'],
    ['discard', '100::1'],
    ['AS112 IPv6', '2620:4f:8000::1'],
    ['unique-local', 'fc00::1'],
    ['unique-local', 'fd00::1'],
    ['metadata of Amazon, IPv6', 'fd00:ec2::254'],
    ['link-local IPv6', 'fe80::1'],
    ['link-local IPv6 with a zone', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['multicast IPv6', 'ff02::1'],
    ['not allocated', '4000::1'],
    ['segment routing', '5f00::1'],
    ['no address', 'example.com'],
    ['no address', 'localhost'],
    ['nothing', ''],
  ])('rejects %s: %s', (_, address) => {
    expect(isPublicAddress(address)).toBe(false)
  })
})

describe('a guard for hosts in the own network', () => {
  const local = createAddressGuard({
    resolve,
    allow: ['127.0.0.1:11434', 'inside.example.com:80', 'metadata.example.com:80', '169.254.169.254:80'],
    allowSetting: 'LLM_ALLOW',
    acceptsAllowed: isPublicOrLocalAddress,
  })

  it.each(['http://127.0.0.1:11434/v1', 'http://inside.example.com/v1'])('accepts %s', async (url) => {
    expect(await local.validateUrl(url)).toBeUndefined()
  })

  it.each([
    'http://127.0.0.1:11435/v1',
    'http://loop.example.com/v1',
    'http://metadata.example.com/v1',
    'http://169.254.169.254/v1',
  ])('rejects %s', async (url) => {
    expect(await local.validateUrl(url)).toMatch(/public address/)
  })

  it('rejects a listed name when it leads to a metadata service only later', async () => {
    await expect(local.addressesFor('metadata.example.com', '80', 'http:')).rejects.toThrow('not a public address')
    expect(await local.addressesFor('inside.example.com', '80', 'http:')).toEqual(['10.1.2.3'])
  })

  it('names its setting when an entry is malformed', () => {
    expect(() => createAddressGuard({ allow: ['ollama'], allowSetting: 'LLM_ALLOW' })).toThrow('LLM_ALLOW')
  })
})

describe('isPublicOrLocalAddress', () => {
  it.each(['127.0.0.1', '::1', '10.0.0.1', '192.168.1.2', '172.16.0.1', 'fd12::1', '::ffff:127.0.0.1', '8.8.8.8'])(
    'accepts %s',
    (address) => expect(isPublicOrLocalAddress(address)).toBe(true),
  )
  it.each([
    '169.254.169.254',
    '::ffff:169.254.169.254',
    'fe80::1',
    'fd00:ec2::254',
    'fd00:0ec2:0::0254',
    'fd20:ce::254',
    '100.100.100.200',
    '168.63.129.16',
    '192.0.0.192',
    '0.0.0.0',
    '255.255.255.255',
    '224.0.0.1',
    'name',
  ])('rejects %s', (address) => expect(isPublicOrLocalAddress(address)).toBe(false))
})
