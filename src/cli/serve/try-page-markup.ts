/** The page on which a person tries the reader. Its scripts fill it in; without them it says what is missing. */
export const TRY_PAGE_MARKUP = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Pageward: read a page</title>
<link rel="icon" href="/try/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/try/style.css">
<script type="module" src="/try/main.js"></script>
</head>
<body>
<a class="skip" href="#answer">Skip to the answer</a>
<header class="top">
  <h1>Pageward</h1>
  <p>Read a page as Markdown, as this server reads it for programs.</p>
</header>
<main>
<form id="ask" autocomplete="off">
  <div class="address">
    <label for="url">Address</label>
    <div class="row">
      <input id="url" name="url" type="text" inputmode="url" spellcheck="false" autocapitalize="none" required placeholder="https://example.com/">
      <button id="go" type="submit">Read</button>
      <button id="stop" type="button" hidden>Stop</button>
    </div>
  </div>
  <details id="options">
    <summary>Options</summary>
    <div class="grid">
      <label>Reader <select name="reader"><option value="">server’s own</option><option>auto</option><option>http</option><option>browser</option></select></label>
      <label>Content <select name="content"><option value="">main</option><option>full</option></select></label>
      <label>Links <select name="links"><option value="">inline</option><option>referenced</option></select></label>
      <label>Time-out <input name="timeout" inputmode="numeric" placeholder="30s"></label>
      <label>Only selector <input name="selector" spellcheck="false" placeholder="main article"></label>
      <label>Without selector <input name="exclude" spellcheck="false" placeholder=".comments"></label>
      <label>Wait for <input name="waitFor" spellcheck="false" placeholder="selector or ms"></label>
      <label>Scroll <input name="scroll" placeholder="auto, or screens"></label>
      <label>Characters <input name="maxChars" inputmode="numeric" placeholder="all"></label>
      <label>From character <input name="offset" inputmode="numeric" placeholder="0"></label>
      <label class="check"><input type="checkbox" name="screenshot" value="true"> Picture of the page</label>
      <label class="check"><input type="checkbox" name="noCache" value="true"> Read anew</label>
    </div>
  </details>
  <div id="token-row" class="address" hidden>
    <label for="token">Token</label>
    <input id="token" type="password" autocomplete="off" spellcheck="false">
    <p class="note">This server asks for one. It is kept in this page until you close it, and nowhere else.</p>
  </div>
</form>
<p id="status" role="status" aria-live="polite"></p>
<noscript><p class="problem">This page needs JavaScript. Without it: <code>curl ADDRESS-OF-THIS-SERVER/https://example.com/</code></p></noscript>
<section id="answer" tabindex="-1" aria-label="Answer" hidden></section>
<section id="programs" class="card" hidden>
  <h2>The same for a program</h2>
  <pre tabindex="0"><code id="command"></code></pre>
  <p class="note">Markdown; with <code>-H 'Accept: application/json'</code> all that is known of the page.</p>
</section>
</main>
</body>
</html>
`;

export const TRY_PAGE_ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b5f6b"/><path d="M9 24V8h8a5.5 5.5 0 0 1 0 11h-4" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/></svg>
`;
