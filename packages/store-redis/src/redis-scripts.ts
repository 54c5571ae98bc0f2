/** Scripts run as one step on the server: what they compare cannot change before they write. */
export const redisScripts = {
  /** KEYS: entry. ARGV: how to compare (any, absent, version), the version it must have, value, new version, TTL in ms or 0. */
  put: `local held = redis.call('HGET', KEYS[1], 'version')
if ARGV[1] == 'absent' and held then return 0 end
if ARGV[1] == 'version' and held ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], 'value', ARGV[3], 'version', ARGV[4])
if ARGV[5] == '0' then redis.call('PERSIST', KEYS[1]) else redis.call('PEXPIRE', KEYS[1], ARGV[5]) end
return 1`,
  /** KEYS: entry. ARGV: the version it must have, or an empty text. */
  remove: `if ARGV[1] ~= '' and redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])`,
  /** KEYS: lock, fence. ARGV: holder, lease in ms, life of the fence in ms. Gives the fence, or 0. */
  acquire: `if not redis.call('SET', KEYS[1], ARGV[1], 'NX', 'PX', ARGV[2]) then return 0 end
local fence = redis.call('INCR', KEYS[2])
redis.call('PEXPIRE', KEYS[2], ARGV[3])
return fence`,
  /** KEYS: lock. ARGV: holder. */
  release: `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end
return 0`,
} as const;
