// A list of what may pass rather than of what may not: proxies, flags files, key logs and debug switches of browsers,
// Playwright and Node come in more spellings than anyone can name.
const PASSED = new Set([
  ...['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'LANGUAGE', 'TZ', 'TMPDIR', 'LD_LIBRARY_PATH'],
  ...['FONTCONFIG_PATH', 'FONTCONFIG_FILE', 'XDG_CACHE_HOME', 'XDG_CONFIG_HOME', 'XDG_DATA_DIRS', 'XDG_RUNTIME_DIR'],
  ...['SYSTEMROOT', 'WINDIR', 'SYSTEMDRIVE', 'COMSPEC', 'PATHEXT', 'TEMP', 'TMP', 'APPDATA', 'LOCALAPPDATA'],
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'PROGRAMDATA', 'USERPROFILE', 'NUMBER_OF_PROCESSORS'],
]);

/** The environment a browser is started with: nothing in it can lead traffic past the guard. */
export function browserEnvironment(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && (PASSED.has(name.toUpperCase()) || name.startsWith('LC_'))) passed[name] = value;
  }
  return passed;
}
