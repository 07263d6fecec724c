/**
 * What every script begins with. `KEYS[1]` is the prefix of all keys of one crawl. Time is that of Redis, in milliseconds.
 *
 * `meta` holds limits and counts; `urls` what became of each URL by its id; `wait` what is known of those not yet read; `line:`
 * those that wait, by host; `hosts` the hosts that could be asked, by when; `full` those that have all the pages they may have;
 * `act` what is handed out; `out` when to look whether BullMQ still has it; `live:` what is under way at a host.
 */
export const REDIS_STATE = `
local P = KEYS[1]
local call = redis.call
local function clock() local t = call('TIME'); return t[1] * 1000 + math.floor(t[2] / 1000) end
local function meta(name) return tonumber(call('HGET', P .. 'meta', name) or '0') or 0 end
local function most(name) return tonumber(call('HGET', P .. 'meta', name) or '') or math.huge end
local function count(name, by) return call('HINCRBY', P .. 'meta', name, by) end

local function hostOf(h, at)
  local v = call('HMGET', P .. 'host:' .. h, 'pace', 'alone', 'delay', 'started', 'fed', 'out', 'pages')
  local pace = v[1] and cjson.decode(v[1]) or { atATime = meta('firstAtATime'), spacingMs = 0, quietUntil = 0 }
  local delay = tonumber(v[3] or '0')
  local started = tonumber(v[4] or '0')
  local gap = math.max(delay, meta('spacingMs'), pace.spacingMs)
  return {
    alone = tonumber(v[2] or '0') > at,
    cap = delay > 0 and 1 or math.floor(pace.atATime),
    due = math.ceil(math.max(pace.quietUntil, started + gap)),
    feedDue = math.ceil(math.max(pace.quietUntil, math.max(started, tonumber(v[5] or '0')) + gap)),
    out = tonumber(v[6] or '0'), pages = tonumber(v[7] or '0'), pace = v[1] or ''
  }
end

local function place(h, at)
  if call('ZCARD', P .. 'line:' .. h) == 0 then
    call('ZREM', P .. 'hosts', h); call('SREM', P .. 'full', h)
    return
  end
  local host = hostOf(h, at)
  if host.pages + host.out >= most('maxPagesPerHost') then
    call('ZREM', P .. 'hosts', h); call('SADD', P .. 'full', h)
    return
  end
  call('SREM', P .. 'full', h)
  if host.alone then call('ZADD', P .. 'hosts', at, h)
  elseif host.out >= host.cap then call('ZREM', P .. 'hosts', h)
  else call('ZADD', P .. 'hosts', host.feedDue, h) end
end

local function enqueue(id, w)
  local rank = call('HGET', P .. 'meta', 'order') == 'depth' and -w.q or w.d * 1099511627776 + w.q
  call('ZADD', P .. 'line:' .. w.h, rank, id)
end

local function meet(id, url, h, depth, from)
  local known = call('HGET', P .. 'urls', id)
  if known then
    if known ~= 'w' then return 0 end
    local w = cjson.decode(call('HGET', P .. 'wait', id))
    if depth >= w.d then return 0 end
    w.d = depth; w.f = from
    call('HSET', P .. 'wait', id, cjson.encode(w))
    enqueue(id, w)
    return 0
  end
  local w = { u = url, h = h, d = depth, f = from, n = 0, t = 0, q = count('met', 1) }
  call('HSET', P .. 'urls', id, 'w')
  call('HSET', P .. 'wait', id, cjson.encode(w))
  enqueue(id, w)
  count('waiting', 1)
  return 1
end

local function meetAll(links, depth, from, at)
  local new, touched = 0, {}
  for _, link in ipairs(links) do
    new = new + meet(link[1], link[2], link[3], depth, from)
    touched[link[3]] = true
  end
  for h in pairs(touched) do place(h, at) end
  return new
end

local function active(id, attempt)
  local v = call('HGET', P .. 'act', id)
  if not v then return nil end
  local n, start, picked, h = v:match('^(%d+)|(%d+)|(%d)|(.+)$')
  if n ~= attempt then return nil end
  return { start = tonumber(start), picked = picked == '1', h = h, attempt = n }
end

local function keep(id, a)
  call('HSET', P .. 'act', id, a.attempt .. '|' .. a.start .. '|' .. (a.picked and '1' or '0') .. '|' .. a.h)
end

local function takeBack(id, a, at)
  call('HDEL', P .. 'act', id)
  call('ZREM', P .. 'out', id .. '.' .. a.attempt)
  call('ZREM', P .. 'live:' .. a.h, id .. '.' .. a.attempt)
  call('HINCRBY', P .. 'host:' .. a.h, 'out', -1)
  count('handed', -1)
  if not a.picked then count('idle', -1) end
  place(a.h, at)
end

local function release(id, a, at, tries)
  local w = cjson.decode(call('HGET', P .. 'wait', id))
  w.n = w.n + 1; w.t = w.t + tries
  call('HSET', P .. 'wait', id, cjson.encode(w))
  -- A redirect of another may have made it a page in the meantime.
  if call('HGET', P .. 'urls', id) == 'a' then
    call('HSET', P .. 'urls', id, 'w')
    enqueue(id, w)
    count('waiting', 1)
  else call('HDEL', P .. 'wait', id) end
  takeBack(id, a, at)
end

local function stopped()
  local v = call('HMGET', P .. 'meta', 'limit', 'ended')
  return (v[1] and v[1] ~= '') or (v[2] and v[2] ~= '')
end

-- When a request to a host may begin: 0 is now.
local function waitFor(host, h, token, at)
  call('ZREMRANGEBYSCORE', P .. 'live:' .. h, '-inf', at)
  if not call('ZSCORE', P .. 'live:' .. h, token) and call('ZCARD', P .. 'live:' .. h) >= host.cap then return 200 end
  return math.max(0, host.due - at)
end
`;
