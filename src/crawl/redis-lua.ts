/**
 * What every script begins with. `KEYS[1]` is the prefix of all keys of one crawl. Time is that of Redis, in milliseconds.
 *
 * `meta` holds limits and counts; `urls` what became of each URL by its id; `wait` what is known of those not yet read; `line:`
 * those that wait, by host; `hosts` the hosts that could be asked, by when; `full` those that have all the pages they may have;
 * `act` what is handed out; `out` when to look whether BullMQ still has it; `live:` what is under way at a host.
 */
const COMMON = `
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

/** ARGV: the fields of `meta` as name and value in turn, then the seeds as JSON `[id, url, host][]`. Made once. */
const OPEN = `
if call('EXISTS', P .. 'meta') == 1 then return 0 end
call('HSET', P .. 'meta', unpack(ARGV, 1, #ARGV - 1))
meetAll(cjson.decode(ARGV[#ARGV]), 0, nil, clock())
return 1`;

/** ARGV: the limits that a resumed crawl has from now on, as name and value in turn. */
const REOPEN = `
local ended = call('HGET', P .. 'meta', 'ended')
if not ended or ended == '' or ended == 'complete' then return 0 end
call('HSET', P .. 'meta', 'ended', '', 'limit', '', 'written', '', unpack(ARGV))
local at = clock()
for _, h in ipairs(call('SMEMBERS', P .. 'full')) do place(h, at) end
return 1`;

/** ARGV: reads there is room for, milliseconds until a read is put into BullMQ again. Gives `[ended, soonest, isHeldUp, job…]`. */
const FEED = `
local at = clock()
local want, again = tonumber(ARGV[1]), at + tonumber(ARGV[2])
local ended = call('HGET', P .. 'meta', 'ended') or ''
if ended ~= '' then return { ended, 0, 0 } end
local limit = call('HGET', P .. 'meta', 'limit') or ''
local jobs = call('ZRANGEBYSCORE', P .. 'out', '-inf', at, 'LIMIT', 0, 100)
for _, job in ipairs(jobs) do call('ZADD', P .. 'out', again, job) end
want = math.min(want - meta('idle'), most('maxPages') - meta('pages') - meta('handed'))
local heldUp = meta('kept') == 1 and meta('streamBytes') >= meta('maxStreamBytes')
if limit ~= '' or heldUp then want = 0 end
local looked = 0
while want > 0 and looked < 500 do
  looked = looked + 1
  local h = call('ZRANGEBYSCORE', P .. 'hosts', '-inf', at, 'LIMIT', 0, 1)[1]
  if not h then break end
  place(h, at)
  local due = call('ZSCORE', P .. 'hosts', h)
  if due and tonumber(due) <= at then
    local id = call('ZPOPMIN', P .. 'line:' .. h)[1]
    local w = cjson.decode(call('HGET', P .. 'wait', id))
    call('HSET', P .. 'urls', id, 'a')
    call('HSET', P .. 'act', id, w.n .. '|0|0|' .. h)
    call('HINCRBY', P .. 'host:' .. h, 'out', 1)
    call('HSET', P .. 'host:' .. h, 'fed', at)
    count('handed', 1); count('idle', 1); count('waiting', -1)
    local job = id .. '.' .. w.n
    call('ZADD', P .. 'out', again, job)
    table.insert(jobs, job)
    want = want - 1
    place(h, at)
  end
end
if meta('handed') == 0 then
  local none = call('ZCARD', P .. 'hosts') == 0
  local listed = call('HGET', P .. 'meta', 'listed') == '1'
  if limit ~= '' then ended = limit
  elseif meta('pages') >= most('maxPages') and meta('waiting') > 0 then ended = 'max-pages'
  elseif none and listed then ended = meta('waiting') > 0 and 'max-pages-per-host' or 'complete'
  elseif meta('pages') >= most('maxPages') then ended = 'max-pages' end
  if ended ~= '' then call('HSET', P .. 'meta', 'ended', ended) end
end
local first = call('ZRANGE', P .. 'hosts', 0, 0, 'WITHSCORES')
local soonest = first[2] and math.max(0, tonumber(first[2]) - at) or -1
local told = { ended, soonest, heldUp and 1 or 0 }
for _, job in ipairs(jobs) do table.insert(told, job) end
return told`;

/** ARGV: id, attempt. Gives `[start, tries, depth, url, from]`, or nothing when it is not handed out any more. */
const LOOK = `
local a = active(ARGV[1], ARGV[2])
if not a then return {} end
if not a.picked then
  a.picked = true
  count('idle', -1)
  keep(ARGV[1], a)
end
local w = cjson.decode(call('HGET', P .. 'wait', ARGV[1]))
return { a.start, w.t, w.d, w.u, w.f or '' }`;

/** ARGV: id, attempt, milliseconds for which it may be under way, starts that it may have. */
const BEGIN = `
local at = clock()
local id, job = ARGV[1], ARGV[1] .. '.' .. ARGV[2]
local a = active(id, ARGV[2])
if not a then return { 'gone', 0, '', at } end
if stopped() then release(id, a, at, 0); return { 'gone', 0, '', at } end
local host = hostOf(a.h, at)
if host.alone then return { 'alone', a.start, host.pace, at } end
local wait = waitFor(host, a.h, job, at)
if wait > 0 then return { 'wait', wait, '', at } end
if a.start >= tonumber(ARGV[4]) then return { 'lost', a.start, '', at } end
a.start = a.start + 1
keep(id, a)
call('ZADD', P .. 'live:' .. a.h, at + tonumber(ARGV[3]), job)
call('HSET', P .. 'host:' .. a.h, 'started', at)
return { 'go', a.start, '', at }`;

/** ARGV: id, attempt, start, tries to count. */
const RELEASE = `
local a = active(ARGV[1], ARGV[2])
if not a or a.start ~= tonumber(ARGV[3]) then return 0 end
release(ARGV[1], a, clock(), tonumber(ARGV[4]))
return 1`;

/** ARGV: links as JSON `[id, url, host][]`, their depth, the page that they are on, or nothing. */
const DISCOVER = `
return meetAll(cjson.decode(ARGV[1]), tonumber(ARGV[2]), ARGV[3] ~= '' and ARGV[3] or nil, clock())`;

/**
 * ARGV: id, attempt, start, facts as JSON, what is written of it. Gives `[verdict, seq, depth, detail, isNewTrap]`. Whoever has lost
 * the page to another is told `gone`; whoever asks again after a lost answer is told the same again.
 */
const COMMIT = `
local at = clock()
local id, attempt, start = ARGV[1], ARGV[2], tonumber(ARGV[3])
local f = cjson.decode(ARGV[4])
local mark = '.' .. attempt .. '.' .. start
local state = call('HGET', P .. 'urls', id)
if state then
  local seq, told = state:match('^p(%d+)(%..+)$')
  if told == mark then return { 'page', tonumber(seq), tonumber(f.depth), '', 0 } end
end
local a = active(id, attempt)
if not a or a.start ~= start then return { 'gone', 0, 0, '', 0 } end
if stopped() then release(id, a, at, 0); return { 'limit', 0, 0, '', 0 } end
local w = cjson.decode(call('HGET', P .. 'wait', id))

local function record(kind, seq)
  if meta('kept') ~= 1 then return end
  call('XADD', P .. 'results', '*', 'kind', kind, 'seq', seq, 'depth', w.d, 'url', w.u, 'from', w.f or '', 'payload', ARGV[5])
  count('streamBytes', #ARGV[5])
end
local function done(verdict, seq, detail, trap)
  call('HDEL', P .. 'wait', id)
  takeBack(id, a, at)
  return { verdict, seq, w.d, detail, trap or 0 }
end
local function skip(reason)
  call('HINCRBY', P .. 'skips', reason, 1)
end
local function follow() meetAll(f.links, w.d + 1, f.at, at) end

if f.kind == 'failure' then
  -- Recorded by a redirect of another in the meantime.
  if state ~= 'a' then skip('duplicate'); return done('duplicate', 0, 'redirect') end
  if count('failures', 1) >= most('maxFailures') then call('HSET', P .. 'meta', 'limit', 'max-failures') end
  call('HSET', P .. 'urls', id, 'f')
  record('failure', 0)
  return done('failure', 0, '')
end
if f.kind == 'skipped' then
  if state ~= 'a' then skip('duplicate'); return done('duplicate', 0, 'redirect') end
  skip(f.reason)
  call('HSET', P .. 'urls', id, 's')
  follow()
  record('skipped', 0)
  return done('skipped', 0, f.reason)
end
local function repeated(by)
  skip('duplicate')
  if call('HGET', P .. 'urls', id) == 'a' then call('HSET', P .. 'urls', id, 'd') end
  record('repeated', 0)
end
if state ~= 'a' then repeated('redirect'); return done('duplicate', 0, 'redirect') end
local final = f.finalId ~= id and call('HGET', P .. 'urls', f.finalId) or false
if f.finalId ~= id then
  if final and (final:sub(1, 1) == 'p' or final == 'd') then repeated('redirect'); return done('duplicate', 0, 'redirect') end
  if f.finalHost ~= a.h then
    local other = hostOf(f.finalHost, at)
    if other.pages + other.out >= most('maxPagesPerHost') then
      skip('max-pages-per-host')
      call('HSET', P .. 'urls', id, 'o')
      record('repeated', 0)
      return done('outside', 0, 'max-pages-per-host')
    end
  end
end
local same, by
if f.content ~= '' then
  local known = call('HGET', P .. 'content', f.content)
  if known then
    local other, canonical = known:match('^([^.]+)%.(.*)$')
    if f.canonicalId == other or canonical == f.finalId then same, by = other, 'canonical'
    elseif f.words >= f.leastWords then same, by = other, 'content' end
  end
end
if same then
  local times = call('HINCRBY', P .. 'repeats', same, 1)
  if times <= f.repeatsFollowed then follow() end
  local trap = times == f.repeatsFollowed + 1 and 1 or 0
  if trap == 1 then count('traps', 1) end
  if f.finalId ~= id then
    if final == 'w' then
      local v = cjson.decode(call('HGET', P .. 'wait', f.finalId))
      call('ZREM', P .. 'line:' .. v.h, f.finalId); call('HDEL', P .. 'wait', f.finalId)
      count('waiting', -1); place(v.h, at)
    end
    call('HSET', P .. 'urls', f.finalId, 'd')
  end
  repeated(by)
  return done('duplicate', 0, by, trap)
end
if meta('bytes') + f.bytes > most('maxBytes') then
  call('HSET', P .. 'meta', 'limit', 'max-bytes')
  release(id, a, at, 0)
  return { 'limit', 0, 0, '', 0 }
end
local seq = count('pages', 1)
count('bytes', f.bytes)
if f.rendered then count('rendered', 1) end
if f.content ~= '' then call('HSETNX', P .. 'content', f.content, f.finalId .. '.' .. f.canonicalId) end
if f.finalId ~= id then
  if final == 'w' then
    local v = cjson.decode(call('HGET', P .. 'wait', f.finalId))
    call('ZREM', P .. 'line:' .. v.h, f.finalId); call('HDEL', P .. 'wait', f.finalId)
    count('waiting', -1)
  end
  call('HSET', P .. 'urls', f.finalId, 'p' .. seq .. '.')
end
call('HSET', P .. 'urls', id, 'p' .. seq .. mark)
call('HINCRBY', P .. 'host:' .. f.finalHost, 'pages', 1)
follow()
record('page', seq)
local told = done('page', seq, '')
if f.finalHost ~= a.h then place(f.finalHost, at) end
return told`;

/** ARGV: host. Gives `[pace, now]`. */
const PACE = `return { call('HGET', P .. 'host:' .. ARGV[1], 'pace') or '', clock() }`;

/** ARGV: host, the pace that it was reckoned from, the new one, until when the host is left alone. */
const SET_PACE = `
if (call('HGET', P .. 'host:' .. ARGV[1], 'pace') or '') ~= ARGV[2] then return 0 end
call('HSET', P .. 'host:' .. ARGV[1], 'pace', ARGV[3], 'alone', ARGV[4])
place(ARGV[1], clock())
return 1`;

/** ARGV: host, milliseconds that its robots.txt asks for. */
const SET_DELAY = `
call('HSET', P .. 'host:' .. ARGV[1], 'delay', ARGV[2])
place(ARGV[1], clock())
return 1`;

/** ARGV: host, token, milliseconds for which it may be under way. For what is no page. Gives `[wait, now, pace]`; -1 is left alone. */
const ENTER = `
local at = clock()
local host = hostOf(ARGV[1], at)
if host.alone then return { -1, at, host.pace } end
local wait = waitFor(host, ARGV[1], ARGV[2], at)
if wait > 0 then return { wait, at, host.pace } end
call('ZADD', P .. 'live:' .. ARGV[1], at + tonumber(ARGV[3]), ARGV[2])
call('HSET', P .. 'host:' .. ARGV[1], 'started', at)
return { 0, at, host.pace }`;

/** ARGV: name, token, milliseconds. Whether it is this process's to do. */
const LEASE = `
local key = P .. 'lease:' .. ARGV[1]
local holder = call('GET', key)
if holder and holder ~= ARGV[2] then return 0 end
call('SET', key, ARGV[2], 'PX', ARGV[3])
return 1`;

/** ARGV: name, token. */
const YIELD = `
if call('GET', P .. 'lease:' .. ARGV[1]) == ARGV[2] then return call('DEL', P .. 'lease:' .. ARGV[1]) end
return 0`;

/** ARGV: token of the writer, bytes, ids of results that are on its disk. */
const ACKNOWLEDGE = `
if call('GET', P .. 'lease:writer') ~= ARGV[1] then return 0 end
local gone = call('XDEL', P .. 'results', unpack(ARGV, 3))
if gone > 0 then count('streamBytes', -tonumber(ARGV[2])) end
call('HSET', P .. 'meta', 'acknowledged', ARGV[#ARGV])
return 1`;

/** The scripts by their names. Each is one step that no other process sees half of. */
export const REDIS_SCRIPTS = {
  open: COMMON + OPEN,
  reopen: COMMON + REOPEN,
  feed: COMMON + FEED,
  look: COMMON + LOOK,
  begin: COMMON + BEGIN,
  release: COMMON + RELEASE,
  discover: COMMON + DISCOVER,
  commit: COMMON + COMMIT,
  pace: COMMON + PACE,
  setPace: COMMON + SET_PACE,
  setDelay: COMMON + SET_DELAY,
  enter: COMMON + ENTER,
  lease: COMMON + LEASE,
  yield: COMMON + YIELD,
  acknowledge: COMMON + ACKNOWLEDGE,
} as const;

export type RedisScript = keyof typeof REDIS_SCRIPTS;
