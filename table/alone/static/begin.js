// Begins the page of a folder; a browser opens no modules from the disk.
if (location.protocol === "file:") {
  document.querySelector(".wait").textContent = "This folder is played from a web server, such as one begins with "
    + "\u201cpython3 -m http.server\u201d in it. For a page that plays from the disk: cardrules publish --one-file.";
} else import("./host.js");
