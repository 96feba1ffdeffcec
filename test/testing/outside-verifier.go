// Checks an exported log with code that isn't ours: golang.org/x/mod/sumdb, which the Go command checks modules with.
// go run outside-verifier.go FOLDER PROOF
package main

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type folder string

func (f folder) read(path string) []byte {
	content, err := os.ReadFile(filepath.Join(string(f), path))
	check(err)
	return content
}

// As C2SP has it: without the height of tiles, which is always 8.
func (f folder) path(t tlog.Tile) string {
	return strings.Replace(t.Path(), "tile/8/", "tile/", 1)
}

func (f folder) Height() int { return 8 }

func (f folder) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var data [][]byte
	for _, t := range tiles {
		data = append(data, f.read(f.path(t)))
	}
	return data, nil
}

func (f folder) SaveTiles([]tlog.Tile, [][]byte) {}

func (f folder) entries(n int64, width int) [][]byte {
	bundle := f.read(strings.Replace(f.path(tlog.Tile{H: 8, L: 0, N: n, W: width}), "tile/0/", "tile/entries/", 1))
	var entries [][]byte
	for len(bundle) > 0 {
		length := int(binary.BigEndian.Uint16(bundle))
		entries = append(entries, bundle[2:2+length])
		bundle = bundle[2+length:]
	}
	return entries
}

func main() {
	dir := folder(os.Args[1])
	verifier, err := note.NewVerifier(strings.TrimSpace(string(dir.read("audit-log.vkey"))))
	check(err)
	tree := open(dir.read("checkpoint"), verifier)

	var leaves []tlog.Hash
	for n := int64(0); n*256 < tree.N; n++ {
		width := 256
		if tree.N-n*256 < 256 {
			width = int(tree.N - n*256)
		}
		for _, entry := range dir.entries(n, width) {
			leaves = append(leaves, tlog.RecordHash(entry))
		}
	}
	if int64(len(leaves)) != tree.N {
		log.Fatalf("%d entries, but the tree has %d", len(leaves), tree.N)
	}
	// Reads tiles and checks each against the signed root.
	hashes := tlog.TileHashReader(tree, dir)
	for n := range leaves {
		proof, err := tlog.ProveRecord(tree.N, int64(n), hashes)
		check(err)
		check(tlog.CheckRecord(proof, tree.N, tree.Hash, int64(n), leaves[n]))
	}
	proveTree, err := tlog.ProveTree(tree.N, tree.N/2, hashes)
	check(err)
	half, err := tlog.TreeHash(tree.N/2, hashes)
	check(err)
	check(tlog.CheckTree(proveTree, tree.N, tree.Hash, tree.N/2, half))

	checkProof(os.Args[2], verifier)
	fmt.Printf("%s: %d entries are in the tree that was signed\n", verifier.Name(), tree.N)
}

func open(signed []byte, verifier note.Verifier) tlog.Tree {
	opened, err := note.Open(signed, note.VerifierList(verifier))
	check(err)
	lines := strings.Split(opened.Text, "\n")
	if lines[0] != verifier.Name() {
		log.Fatalf("the checkpoint is of %s", lines[0])
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	check(err)
	return tlog.Tree{N: size, Hash: hash(lines[2])}
}

// A C2SP tlog-proof whose extra data is the entry.
func checkProof(file string, verifier note.Verifier) {
	content, err := os.ReadFile(file)
	check(err)
	head, checkpoint, _ := strings.Cut(string(content), "\n\n")
	tree := open([]byte(checkpoint), verifier)
	lines := strings.Split(head, "\n")
	entry, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(lines[1], "extra "))
	check(err)
	index, err := strconv.ParseInt(strings.TrimPrefix(lines[2], "index "), 10, 64)
	check(err)
	var proof tlog.RecordProof
	for _, line := range lines[3:] {
		proof = append(proof, hash(line))
	}
	check(tlog.CheckRecord(proof, tree.N, tree.Hash, index, tlog.RecordHash(entry)))
}

func hash(text string) (h tlog.Hash) {
	bytes, err := base64.StdEncoding.DecodeString(text)
	check(err)
	copy(h[:], bytes)
	return h
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
